export { messages as secondFactor } from 'messages:secondFactor'
