/** Texts of the settings frame and its controls. */
export { messages as s } from 'messages:settings'
