export { externalContentPath, externalContentUrl } from './external.ts'
export { Secrets, secretsOf } from './secrets.ts'
