import {
  Bot,
  ChartColumn,
  Earth,
  Gauge,
  HandCoins,
  Megaphone,
  PackageX,
  Settings,
  ShoppingBag,
  ShoppingCart,
  Undo2,
  Unplug,
  type LucideIcon,
} from 'lucide-react';
import { messages } from '../messages';

/** A page of the merchant's wider product (spec section 1), on the main site. */
export interface OutLink {
  label: string;
  path: string;
  icon: LucideIcon;
}

const { links } = messages;

/** In the order of the specification. */
export const OUT_LINKS: readonly OutLink[] = [
  { label: links.insights, path: '/insights', icon: ChartColumn },
  { label: links.orders, path: '/orders', icon: ShoppingBag },
  { label: links.abandonedCheckout, path: '/abandoned-checkout', icon: ShoppingCart },
  { label: links.codToPaid, path: '/cod-to-paid', icon: HandCoins },
  { label: links.geoAnalysis, path: '/geo-analysis', icon: Earth },
  { label: links.connect, path: '/connect', icon: Unplug },
  { label: links.scheduleBroadcast, path: '/schedule-broadcast', icon: Megaphone },
  { label: links.nonDeliveryReports, path: '/non-delivery-reports', icon: PackageX },
  { label: links.netPromoterScores, path: '/net-promoter-scores', icon: Gauge },
  { label: links.returnCenter, path: '/return-center', icon: Undo2 },
  { label: links.chatbot, path: '/chatbot', icon: Bot },
  { label: links.settings, path: '/settings', icon: Settings },
];
