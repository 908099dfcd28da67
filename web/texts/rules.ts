export { messages as r } from 'messages:rules'
