export { messages as s } from 'messages:settings'
