export { messages as s } from 'messages:restrictions'
