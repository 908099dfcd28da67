// What mail programs write around what they quote, in five languages: English, German, French, Spanish, Arabic.

/** Marks that change the direction of text, and spaces that are none: programs put them where people see nothing. */
const unseen = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** A line as the patterns below want it. */
export const bare = (line: string): string =>
  line
    .replace(unseen, '')
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    // of what was HTML: names and addresses may be bold or links
    .replace(/[*_]{2}/g, '')
    .trim()

/** «Ada wrote on Monday»: above what is quoted. Programs break it over some lines. */
const attributions = [
  /^on\b.{4,300}\b(?:wrote|writes)\s*:$/i,
  /^.{1,120}\bwrote\s*(?:on\b.{4,120})?:$/i,
  /^(?:am|on)\b.{4,300}\b(?:schrieb|geschrieben)\b.{0,200}:$/i,
  /^.{1,120}\bschrieb(?: am\b.{4,120})?\s*:$/i,
  /^le\b.{4,300}\ba\s+écrit\s*:$/i,
  /^el\b.{4,300}\bescribió\s*:$/i,
  /^(?:في|بتاريخ|يوم).{4,300}(?:كتب|كتبت|تمت كتابة ما يلي بواسطة).{0,200}:$/,
  /^(?:كتب|كتبت)\s.{4,200}:$/,
]
/** The least with which one begins that goes on in the next line. */
const attributionStart = /^(?:on|am|le|el)\s.*\d|^(?:في|بتاريخ|يوم)\s*.*\d/i
const maxLinesOfAttribution = 4

/** How many lines from `at` on say who wrote what follows; 0 where none do. */
export function attributionAt(lines: readonly string[], at: number): number {
  let joined = ''
  for (let count = 1; count <= maxLinesOfAttribution && at + count <= lines.length; count++) {
    const line = bare(lines[at + count - 1] as string)
    if (line === '' || line.startsWith('>')) return 0
    joined = joined === '' ? line : `${joined} ${line}`
    if (count === 2 && !attributionStart.test(joined)) return 0
    if (joined.length <= 600 && attributions.some((pattern) => pattern.test(joined))) return count
  }
  return 0
}

/** Lines above a mail that is quoted whole, without marks of its own. */
const original =
  /^-{2,}\s*(?:original (?:message|appointment)|ursprüngliche (?:nachricht|mail)|original-?nachricht|message d['’]origine|message original|mensaje original|الرسالة الأصلية)\s*-{2,}$/i
/** The same for one that is passed on. */
const forwarded =
  /^(?:-{2,}\s*(?:forwarded (?:message|by.*)|weitergeleitete (?:nachricht|mail)|message (?:transféré|réexpédié)|(?:mensaje )?reenviado|mensaje reenviado|رسالة معاد توجيهها|الرسالة المعاد توجيهها)\s*-{2,}|(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)|début du message (?:réexpédié|transféré)|inicio del mensaje reenviado|بدء الرسالة المعاد توجيهها)\s*:)$/i

export const isForwardMark = (line: string): boolean => forwarded.test(bare(line))
export const isOriginalMark = (line: string): boolean => original.test(bare(line))

/** The headers of a mail as Outlook and others repeat them: from, when, to whom, about what. */
const headerNames = [
  /^(?:from|von|de|من)\s*:\s*\S/i,
  /^(?:sent|date|gesendet|datum|envoyé|enviado(?: el)?|fecha|تاريخ الإرسال|التاريخ|تم الإرسال)\s*:\s*\S/i,
  /^(?:to|an|à|para|إلى)\s*:\s*\S/i,
  /^(?:cc|kopie|نسخة)\s*:\s*\S/i,
  /^(?:subject|betreff|objet|asunto|الموضوع)\s*:/i,
]
const maxLinesOfHeaders = 8

/** Whether a mail that is quoted whole begins here with its headers: who it is from, and two more. */
export function hasHeadersAt(lines: readonly string[], at: number): boolean {
  if (!headerNames[0]?.test(bare(lines[at] ?? ''))) return false
  const found = new Set<RegExp>()
  for (const line of lines.slice(at, at + maxLinesOfHeaders)) {
    const name = headerNames.find((pattern) => pattern.test(bare(line)))
    if (name) found.add(name)
  }
  return found.size >= 3
}

/** What phones and apps write below a mail. */
export const isAppSignature = (line: string): boolean =>
  /^(?:sent from (?:my|mail for|outlook|yahoo|proton)\b.{0,80}|get outlook for (?:ios|android).{0,80}|(?:von|gesendet von|gesendet mit|diese nachricht wurde von) (?:meinem|mein|der|outlook)\b.{0,80}|von mein(?:em|er) .{1,60} gesendet|envoyé (?:de|depuis) (?:mon|ma|outlook|l)\b.{0,80}|télécharger outlook.{0,80}|enviado (?:desde|con) (?:mi|outlook|el)\b.{0,80}|obtener outlook.{0,80}|(?:أُرسلت|تم الإرسال|أرسلت|مرسلة) من .{1,80})[.!]?$/i.test(
    bare(line).replace(/^\[|\]\(.*\)$/g, ''),
  )
