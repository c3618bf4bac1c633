export { aPanel, testPanels } from './panels/testing';
