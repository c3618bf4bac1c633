export { DISMISS, ToastCard } from './toast-card';
export { TOAST_MS, toastActions, type ToastButton } from './toast-actions';
