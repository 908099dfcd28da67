import { randomBytes } from 'node:crypto'
import sodium from 'libsodium-wrappers'
import { type Push, type PushRelay, tokenIdOf } from './push-relay.ts'

/** An app on a phone: it generates keys, registers, and decrypts notifications. */
export class PushApp {
  readonly relay: PushRelay
  readonly kind: 'fcm' | 'apns'
  token: string
  /** As `push_key`: the cryptosystem's byte, then the key. */
  #key: Buffer
  keyId: number
  /** Of the older protocol. */
  readonly accountId = randomBytes(6).readUIntBE(0, 6)
  readonly #pair = sodium.crypto_box_keypair()

  constructor(relay: PushRelay, kind: 'fcm' | 'apns' = 'fcm') {
    this.relay = relay
    this.kind = kind
    this.token = randomBytes(12).toString('hex')
    this.#key = Buffer.concat([Buffer.from([0x31]), randomBytes(32)])
    this.keyId = randomBytes(4).readUInt32BE()
  }

  newKey(): void {
    this.#key = Buffer.concat([Buffer.from([0x31]), randomBytes(32)])
    this.keyId = randomBytes(4).readUInt32BE()
  }

  newToken(): void {
    this.token = randomBytes(12).toString('hex')
  }

  get tokenId(): string {
    return tokenIdOf(this.token)
  }

  keyParams() {
    return { push_key: this.#key.toString('base64'), push_key_id: this.keyId }
  }

  tokenParams({ timestamp = Math.floor(Date.now() / 1000) } = {}) {
    return { token_id: this.tokenId, ...this.#sealed(timestamp) }
  }

  oldParams() {
    return {
      push_account_id: this.accountId,
      push_public_key: Buffer.from(this.#pair.publicKey).toString('base64'),
      ...this.#sealed(Math.floor(Date.now() / 1000)),
    }
  }

  /** Notifications received, decrypted, in order. */
  received(): Record<string, unknown>[] {
    return this.relay.pushes.filter(({ token }) => token === this.token).map((push) => this.open(push))
  }

  open({ encrypted_data, push_key_id, push_account_id }: Push): Record<string, unknown> {
    const bytes = Buffer.from(encrypted_data, 'base64')
    if (push_account_id === this.accountId)
      return asJson(sodium.crypto_box_seal_open(bytes, this.#pair.publicKey, this.#pair.privateKey))
    if (push_key_id !== this.keyId) throw new Error(`encrypted with key ${push_key_id}, which this app does not have`)
    const nonce = bytes.subarray(0, sodium.crypto_secretbox_NONCEBYTES)
    return asJson(sodium.crypto_secretbox_open_easy(bytes.subarray(nonce.length), nonce, this.#key.subarray(1)))
  }

  #sealed(timestamp: number) {
    const { kind: token_kind, token, relay } = this
    const registration = { token, token_kind, timestamp, ...(token_kind === 'apns' ? { ios_app_id: 'test.app' } : {}) }
    const box = sodium.crypto_box_seal(
      Buffer.from(JSON.stringify(registration)),
      Buffer.from(relay.publicKey, 'base64'),
    )
    return {
      token_kind,
      bouncer_public_key: relay.publicKey,
      encrypted_push_registration: Buffer.from(box).toString('base64'),
    }
  }
}

const asJson = (bytes: Uint8Array): Record<string, unknown> => JSON.parse(Buffer.from(bytes).toString('utf8'))
