/** Texts of the notification settings of this browser. */
export { messages as n } from 'messages:notifying'
