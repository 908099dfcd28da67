import { type Edit, editedText } from '../edits.ts'
import { bold, isEmpty, joined, type Markdown, md, mono, nothing } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { activity } from '../sentences.ts'
import { type Post, quiet, type Said } from '../tool.ts'

const maxNamed = 20

/** Changes of people, labels, and the draft state; undefined if there are none. */
function attributeChange(payload: Part, what: Markdown): Markdown | undefined {
  const names = (path: string, name: string) => payload.list(path).map((one) => one.text(name))
  const compare = (path: string, name: string) => {
    const [before, after] = [names(`changes.${path}.previous`, name), names(`changes.${path}.current`, name)]
    return { gone: before.filter((one) => !after.includes(one)), come: after.filter((one) => !before.includes(one)) }
  }
  const words = (list: readonly string[]) =>
    joined(
      list.slice(0, maxNamed).map((one) => mono(one)),
      ', ',
    )
  const people = (list: readonly string[]) => joined(list.slice(0, maxNamed).map(bold), ', ')
  if (payload.has('changes.assignees')) {
    const { gone, come } = compare('assignees', 'username')
    return come.length > 0
      ? md`assigned ${people(come)} to ${what}`
      : gone.length > 0
        ? md`unassigned ${people(gone)} from ${what}`
        : nothing
  }
  if (payload.has('changes.reviewers')) {
    const { come } = compare('reviewers', 'username')
    return come.length > 0 ? md`asked ${people(come)} to review ${what}` : nothing
  }
  if (payload.has('changes.labels')) {
    const { gone, come } = compare('labels', 'title')
    return come.length > 0
      ? md`added the labels ${words(come)} to ${what}`
      : gone.length > 0
        ? md`removed the labels ${words(gone)} from ${what}`
        : nothing
  }
  if (payload.has('changes.draft'))
    return payload.isTrue('changes.draft.current') ? md`converted ${what} to a draft` : md`marked ${what} as ready`
  return undefined
}

/** The changes of an issue or merge request that are worth a message. */
export function changeText({ payload }: Post, who: string, what: Markdown): Said {
  const change = attributeChange(payload, what)
  if (change !== undefined) return isEmpty(change) ? quiet : activity(who, change)

  const edits = [
    ...editOf(payload, 'title', 'title', (title) => bold(title)),
    ...editOf(payload, 'target_branch', 'target branch', (branch) => mono(branch)),
  ]
  const rest = payload.at('changes.description').value === undefined ? [] : ['description']
  if (edits.length > 0 || rest.length > 0) return editedText(who, what, edits, rest)
  if (payload.has('object_attributes.oldrev')) return activity(who, md`pushed new commits to ${what}`)
  return quiet
}

function editOf(payload: Part, name: string, field: string, shown: (value: string) => Markdown): Edit[] {
  const [from, to] = [payload.text(`changes.${name}.previous`), payload.text(`changes.${name}.current`)]
  return from === to ? [] : [{ field, from: name === 'title' ? from : shown(from), to: shown(to) }]
}
