export { messages as m } from 'messages:modmail'
