/** Texts that suggest this device's time zone. */
export { messages as timeZone } from 'messages:timeZone'
