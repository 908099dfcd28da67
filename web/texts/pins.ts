export { messages as p } from 'messages:pins'
