export { messages as p } from 'messages:places'
