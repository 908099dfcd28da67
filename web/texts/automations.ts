export { messages as a } from 'messages:automations'
