/** A mail that no person has just sent: a bounce, an automatic reply, or a program's mail. */
export type Automatic = 'bounce' | 'reply' | 'generated'

type HeaderValues = (name: string) => readonly string[]

/** Detects automatic mail by its headers: RFC 3464, RFC 3834, and older conventions. */
export function automaticBy(values: HeaderValues): Automatic | null {
  const first = (name: string) => (values(name)[0] ?? '').trim().toLowerCase()
  const has = (name: string) => values(name).length > 0
  const type = first('content-type')
  if (/^multipart\/report\b/.test(type) || has('x-failed-recipients')) return 'bounce'
  if (/^<?(?:mailer-daemon|postmaster)@/.test(first('return-path')) || first('return-path') === '<>') return 'bounce'
  const submitted = first('auto-submitted').split(/[\s;]/)[0]
  if (submitted === 'auto-replied' || submitted === 'auto-notified') return 'reply'
  const precedence = first('precedence')
  const isNo = (text: string) => /^(?:no|false)?$/.test(text)
  if (precedence === 'auto_reply' || precedence === 'auto-reply') return 'reply'
  if (['x-autoreply', 'x-autorespond', 'x-autoreply-from'].some((name) => has(name) && !isNo(first(name))))
    return 'reply'
  if (saysAway.test(first('subject')) && (submitted || has('x-auto-response-suppress'))) return 'reply'
  if ((submitted && submitted !== 'no') || /^(?:bulk|junk|list)$/.test(precedence)) return 'generated'
  return null
}

/** Subject prefixes of automatic replies, in five languages. */
const saysAway =
  /^(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|automatische antwort|abwesen|réponse automatique|absence du bureau|respuesta automática|fuera de la oficina|رد تلقائي|خارج المكتب)/
