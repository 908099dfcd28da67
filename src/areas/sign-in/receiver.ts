import { createCipheriv, randomBytes } from 'node:crypto'
import { nextParameter, nextView } from '../accounts/next-view.ts'
import { badPad } from './api.ts'

/**
 * Who receives the result of a sign-in: a program that has given the browser a secret of 32 bytes (64 hexadecimal
 * digits) on the way; a person who copies the API key into a program that knows no other way; or the browser itself.
 */
export type Receiver =
  | { readonly kind: 'mobile' | 'desktop'; readonly pad: string }
  | { readonly kind: 'copying' }
  /** `next` is what follows `#` in the address that is opened, with the sign. */
  | { readonly kind: 'browser'; readonly next: string }

const names = { mobile: 'mobile_flow_otp', desktop: 'desktop_flow_otp' } as const

/** Reads the receiver from parameters. */
export function receiverIn(value: (name: string) => string | null | undefined): Receiver {
  const mobile = value(names.mobile)
  const desktop = value(names.desktop)
  if (!mobile && !desktop)
    return value('show') === 'api_key' ? { kind: 'copying' } : { kind: 'browser', next: nextView(value(nextParameter)) }
  const pad = mobile || desktop || ''
  if ((mobile && desktop) || !/^[0-9a-f]{64}$/i.test(pad)) throw badPad()
  return { kind: mobile ? 'mobile' : 'desktop', pad: pad.toLowerCase() }
}

/** The parameter that says the same. */
export const parameterOf = (receiver: Receiver): [name: string, value: string][] =>
  receiver.kind === 'copying'
    ? [['show', 'api_key']]
    : receiver.kind === 'browser'
      ? receiver.next
        ? [[nextParameter, receiver.next]]
        : []
      : [[names[receiver.kind], receiver.pad]]

/** A key of 32 one-byte characters under a one-time pad: what mobile programs expect. */
export function padded(apiKey: string, pad: string): string {
  const key = Buffer.from(apiKey, 'latin1')
  const other = Buffer.from(pad, 'hex')
  if (key.length !== other.length) throw new Error('The key and the pad differ in length')
  return Buffer.from(key.map((byte, index) => byte ^ (other[index] as number))).toString('hex')
}

/** A text for whoever has the key: 12 bytes of nonce, the AES-256-GCM ciphertext and its tag of 16 bytes, in hexadecimal. */
export function sealedFor(text: string, key: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('hex')
}
