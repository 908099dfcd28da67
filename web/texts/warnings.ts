export { messages as w } from 'messages:warnings'
