export { messages as m } from 'messages:moderation'
