import { bold, lines, type Markdown, md, points } from './markdown.ts'
import { activity } from './sentences.ts'
import type { Said } from './tool.ts'

export interface Edit {
  /** A lowercase noun: `title`. */
  readonly field: string
  readonly from: Markdown | string
  readonly to: Markdown | string
}

/** What was changed about something; `rest` names changed fields without their values. */
export function editedText(who: string, what: Markdown, edits: readonly Edit[], rest: readonly string[] = []): Said {
  const value = ({ from, to }: Edit) => md`${from || 'none'} → ${to || 'none'}`
  const [one] = edits
  if (one !== undefined && edits.length === 1 && rest.length === 0)
    return activity(who, md`changed the ${one.field} of ${what}: ${value(one)}`)
  if (one === undefined)
    return activity(who, rest.length === 0 ? md`edited ${what}` : md`edited the ${rest.join(' and ')} of ${what}`)
  const list = [...edits.map((edit) => md`${edit.field}: ${value(edit)}`), ...rest.map((field) => md`${field}`)]
  return lines(
    md`${bold(who || 'Someone')} edited ${what}:`,
    points(list, (edit) => edit),
  )
}
