import { sodium } from '#platform/secrets'
import { fromBase64 } from './keys.ts'

interface SealingKey {
  readonly cryptosystem: string | null
  readonly key: string | null
}

/**
 * Encrypts for a device, as base64. `secretbox`: a random nonce of 24 bytes, then the ciphertext of SecretBox; `sealed`
 * (older protocol): an anonymous sealed box. Each call gives a different result.
 */
export async function sealFor({ cryptosystem, key }: SealingKey, text: string): Promise<string> {
  const library = await sodium()
  const bytes = fromBase64(key ?? '')
  if (!bytes) throw new Error('The device has no key')
  const message = Buffer.from(text, 'utf8')
  if (cryptosystem === 'sealed') return Buffer.from(library.crypto_box_seal(message, bytes)).toString('base64')
  const nonce = library.randombytes_buf(library.crypto_secretbox_NONCEBYTES)
  // the first byte is the cryptosystem
  const sealed = library.crypto_secretbox_easy(message, nonce, bytes.subarray(1))
  return Buffer.concat([nonce, sealed]).toString('base64')
}

/** Whether a public key can be used for encryption: a few values can't. */
export async function isUsable(publicKey: string): Promise<boolean> {
  try {
    await sealFor({ cryptosystem: 'sealed', key: publicKey }, '')
    return true
  } catch {
    return false
  }
}
