export { messages as a } from 'messages:actions'
