import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { missing, type Verification, wrong } from './signatures.ts'

/** Shorter RSA keys are insecure; longer ones are too slow. */
const bits = { least: 2_048, most: 8_192 }

/** Accepts PEM without line breaks or with literal `\\n`; undefined for anything else. */
function publicKeyOf(pem: string): KeyObject | undefined {
  const inside = /-----BEGIN PUBLIC KEY-----([\s\S]*?)-----END PUBLIC KEY-----/.exec(pem.replaceAll('\\n', ''))?.[1]
  if (inside === undefined) return undefined
  try {
    const key = createPublicKey({ key: Buffer.from(inside, 'base64'), format: 'der', type: 'spki' })
    const length = key.asymmetricKeyDetails?.modulusLength ?? 0
    return key.asymmetricKeyType === 'rsa' && length >= bits.least && length <= bits.most ? key : undefined
  } catch {
    return undefined
  }
}

/**
 * An RSA signature (PKCS #1, SHA-1) of a form field, in base64. The secret is the tool's public key as pasted by the
 * user: the server doesn't fetch it.
 */
export const publicKeySignature = (header: string, field: string): Verification => ({
  about: `RSA with SHA-1 of the field \`${field}\`, in \`${header}\`; the secret is the public key, as PEM`,
  problemOf: (secret) =>
    publicKeyOf(secret) ? undefined : 'it must be a public RSA key of 2048 bits or more, as PEM (BEGIN PUBLIC KEY)',
  check({ header: value, form }, secret) {
    const [code, text, key] = [value(header), form(field), publicKeyOf(secret)]
    if (code === '' || text === '') return missing
    const bytes = Buffer.from(code, 'base64')
    const isWritten = bytes.toString('base64') === code
    return key && isWritten && verify('sha1', Buffer.from(text), key, bytes) ? { signed: text } : wrong
  },
})
