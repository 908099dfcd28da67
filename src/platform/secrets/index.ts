export { Secrets, secretsOf } from './secrets.ts'
