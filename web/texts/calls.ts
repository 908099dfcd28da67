export { messages as c } from 'messages:calls'
