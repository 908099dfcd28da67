// Text that mail programs add around quotations, in the languages of their most common versions.

/** Bidirectional marks and zero-width characters that programs insert. */
const unseen = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Programs' own lines are short; some patterns take quadratic time on long ones. */
const maxMarkLength = 600
const isLong = (line: string): boolean => line.length > maxMarkLength

/** Normalizes a line for the patterns below. */
export const bare = (line: string): string =>
  line
    .replace(unseen, '')
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    // names and addresses converted from HTML may be bold or links
    .replace(/[*_]{2}/g, '')
    .trim()

/** Attribution lines such as "On Monday, Ada wrote:"; programs wrap them over several lines. */
const attributions = [
  /^on\b.{4,300}\b(?:wrote|writes)\s*:$/i,
  /^.{1,120}\bwrote\s*(?:on\b.{4,120})?:$/i,
  /^(?:am|on)\b.{4,300}\b(?:schrieb|geschrieben)\b.{0,200}:$/i,
  /^.{1,120}\bschrieb(?: am\b.{4,120})?\s*:$/i,
  /^le\b.{4,300}\ba\s+écrit\s*:$/i,
  /^el\b.{4,300}\bescribió\s*:$/i,
  /^(?:في|بتاريخ|يوم).{4,300}(?:كتب|كتبت|تمت كتابة ما يلي بواسطة).{0,200}:$/,
  /^(?:كتب|كتبت)\s.{4,200}:$/,
  // Dutch, Italian, Polish, Portuguese
  /^op\s.{4,300}\b(?:schreef|heeft)\b.{0,200}:$/i,
  /^.{1,120}\bschreef(?: op\b.{4,120})?\s*:$/i,
  /^il\s.{4,300}\bha\s+scritto\s*:$/i,
  /^.{4,300}\s(?:pisze|napisał(?:a|\(a\))?)\s*:$/i,
  /^.{1,300}\bescreveu\s*(?:\([^)]{4,80}\)|(?:em|no dia)\b.{4,120})?\s*:$/i,
  // Russian, also without a verb
  /^.{4,300}\s(?:пишет|писал(?:а|\(а\))?|написал(?:а|\(а\))?)\s*:$/i,
  /^(?:пн|вт|ср|чт|пт|сб|вс)\.?,\s.{4,300}>\s*:$/i,
  // Finnish, Danish, Norwegian, Swedish
  /^.{1,300}\bkirjoitti(?:\s.{4,120})?\s*:$/i,
  /^.{4,300}\bskrev\s.{2,200}:$/i,
  /^.{1,120}\bskrev\s*:$/i,
  // Zoho
  /^-{3,}\s*.{4,300}\s(?:wrote|schrieb|a écrit|escribió|schreef|ha scritto|escreveu|написал\S*).{0,200}-{3,}$/i,
]
/** The start of an attribution that continues on the next line. */
const attributionStart =
  /^(?:on|am|le|el|op|il|em|den|på|w dniu|dnia|-{3,}\s*on)\s.*\d|^(?:في|بتاريخ|يوم)\s*.*\d|^\p{L}{1,9}\.?,?\s*\d.*\b20\d\d\b/iu
const maxLinesOfAttribution = 4

/** The number of attribution lines starting at `at`; 0 if none. */
export function attributionAt(lines: readonly string[], at: number): number {
  let joined = ''
  for (let count = 1; count <= maxLinesOfAttribution && at + count <= lines.length; count++) {
    const line = bare(lines[at + count - 1] as string)
    if (line === '' || line.startsWith('>')) return 0
    joined = joined === '' ? line : `${joined} ${line}`
    if (count === 2 && !attributionStart.test(joined)) return 0
    if (!isLong(joined) && attributions.some((pattern) => pattern.test(joined))) return count
  }
  return 0
}

/** Delimiters above a mail that's quoted without `>`. */
const original =
  /^-{2,}\s*(?:original (?:message|appointment)|ursprüngliche (?:nachricht|mail)|original-?nachricht|message d['’]origine|message original|mensaje original|الرسالة الأصلية|(?:oorspronkelijk|origineel) bericht|messaggio originale|(?:oryginalna wiadomość|wiadomość oryginalna)|mensagem original|исходное сообщение|alkuperäinen viesti|(?:oprindelig|original) (?:meddelelse|besked)|opprinnelig melding|(?:ursprungligt|original) ?meddelande)\s*-{2,}$/i
/** Delimiters above a forwarded mail. */
const forwardTitles =
  'forwarded message|weitergeleitete (?:nachricht|mail)|message (?:transféré|réexpédié)|(?:mensaje )?reenviado|mensaje reenviado|رسالة معاد توجيهها|الرسالة المعاد توجيهها|doorgestuurd bericht|messaggio inoltrato|(?:przekazana wiadomość|wiadomość przekazana(?: dalej)?|treść przekazanej wiadomości)|mensagem (?:re)?encaminhada|переслан\\p{L}{1,4} сообщение|пересылаемое сообщение|(?:välitetty|edelleenlähetetty) viesti|videresendt (?:meddelelse|besked|melding)|vidarebefordrat meddelande'
const forwardIntroductions =
  'begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)|début du message (?:réexpédié|transféré)|inicio del mensaje reenviado|بدء الرسالة المعاد توجيهها'
const forwarded = new RegExp(
  `^(?:-{2,}\\s*(?:${forwardTitles}|forwarded by.*)\\s*-{2,}|(?:${forwardIntroductions})\\s*:)$`,
  'iu',
)

/** Whether a text contains the delimiter of a forwarded mail, whatever surrounds it. */
export const mentionsForward = (text: string): boolean => forwardMentioned.test(text)
const forwardMentioned = new RegExp(`${forwardTitles}|${forwardIntroductions}`, 'iu')

export const isForwardMark = (line: string): boolean => !isLong(line) && forwarded.test(bare(line))
export const isOriginalMark = (line: string): boolean => !isLong(line) && original.test(bare(line))

/** Headers repeated by Outlook and others: from, date, to, cc, subject. */
const headerNames = [
  /^(?:from|von|de|من|van|da|od|от(?: кого)?|lähettäjä|fra|från)\s*:\s*\S/i,
  /^(?:sent|date|gesendet|datum|envoyé|envi[ao]d[ao](?: el| em)?|fecha|تاريخ الإرسال|التاريخ|تم الإرسال|verzonden|inviato|data|wysłano|отправлено|дата|lähetetty|päiväys|sendt|dato|skickat)\s*:\s*\S/i,
  /^(?:to|an|à|para|إلى|aan|a|do|кому|vastaanottaja|til|till)\s*:\s*\S/i,
  /^(?:cc|kopie|نسخة|dw|kopia|копия|kopio)\s*:\s*\S/i,
  /^(?:subject|betreff|objet|asunto|الموضوع|onderwerp|oggetto|temat|assunto|тема|aihe|emne|ämne)\s*:/i,
]
const maxLinesOfHeaders = 8

/** Whether the headers of a quoted mail start here, in any order: its sender and at least two more. */
export function hasHeadersAt(lines: readonly string[], at: number): boolean {
  if (!headerNames.some((pattern) => pattern.test(bare(lines[at] ?? '')))) return false
  const found = new Set<RegExp>()
  for (const line of lines.slice(at, at + maxLinesOfHeaders)) {
    const name = headerNames.find((pattern) => pattern.test(bare(line)))
    if (name) found.add(name)
  }
  return found.size >= 3 && found.has(headerNames[0] as RegExp)
}

export const isAppSignature = (line: string): boolean =>
  !isLong(line) &&
  /^(?:sent from (?:my|mail for|outlook|yahoo|proton)\b.{0,80}|get outlook for (?:ios|android).{0,80}|(?:von|gesendet von|gesendet mit|diese nachricht wurde von) (?:meinem|mein|der|outlook)\b.{0,80}|von mein(?:em|er) .{1,60} gesendet|envoyé (?:de|depuis) (?:mon|ma|outlook|l)\b.{0,80}|télécharger outlook.{0,80}|enviado (?:desde|con) (?:mi|outlook|el)\b.{0,80}|obtener outlook.{0,80}|(?:أُرسلت|تم الإرسال|أرسلت|مرسلة) من .{1,80})[.!]?$/i.test(
    bare(line).replace(/^\[|\]\(.*\)$/g, ''),
  )
