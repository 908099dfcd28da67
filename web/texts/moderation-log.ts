export { messages as m } from 'messages:moderationLog'
