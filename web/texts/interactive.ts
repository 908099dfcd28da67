export { messages as i } from 'messages:interactive'
