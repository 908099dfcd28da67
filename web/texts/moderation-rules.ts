export { messages as m } from 'messages:moderationRules'
