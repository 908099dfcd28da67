/**
 * Why no person has sent a mail just now: it says that another one could not be delivered; it answers by itself, as an
 * out-of-office notice does; a program made it.
 */
export type Automatic = 'bounce' | 'reply' | 'generated'

type HeaderValues = (name: string) => readonly string[]

/** As the headers say: RFC 3464, RFC 3834, and what older programs write. */
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

/** What programs put before the subject of a mail that they answer by themselves; five languages. */
const saysAway =
  /^(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|automatische antwort|abwesen|réponse automatique|absence du bureau|respuesta automática|fuera de la oficina|رد تلقائي|خارج المكتب)/
