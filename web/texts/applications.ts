export { messages as a } from 'messages:applications'
