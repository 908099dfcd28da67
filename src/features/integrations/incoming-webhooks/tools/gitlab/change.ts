import { bold, joined, type Markdown, md, mono } from '../markdown.ts'
import type { Post } from '../tool.ts'

/** The changes of an issue or merge request that are worth a message. */
export function changeOf({ payload }: Post, what: Markdown): Markdown | undefined {
  const names = (path: string, name: string) => payload.list(path).map((one) => one.text(name))
  const compare = (path: string, name: string) => {
    const [before, after] = [names(`changes.${path}.previous`, name), names(`changes.${path}.current`, name)]
    return { gone: before.filter((one) => !after.includes(one)), come: after.filter((one) => !before.includes(one)) }
  }
  const words = (list: readonly string[]) =>
    joined(
      list.map((one) => mono(one)),
      ', ',
    )
  if (payload.has('changes.assignees')) {
    const { come } = compare('assignees', 'username')
    return come.length > 0
      ? md`assigned ${bold(
          joined(
            come.map((one) => md`${one}`),
            ', ',
          ),
        )} to ${what}`
      : md`unassigned someone from ${what}`
  }
  if (payload.has('changes.reviewers')) {
    const { come } = compare('reviewers', 'username')
    return come.length > 0
      ? md`asked ${bold(
          joined(
            come.map((one) => md`${one}`),
            ', ',
          ),
        )} to review ${what}`
      : undefined
  }
  if (payload.has('changes.labels')) {
    const { gone, come } = compare('labels', 'title')
    return come.length > 0
      ? md`added the labels ${words(come)} to ${what}`
      : gone.length > 0
        ? md`removed the labels ${words(gone)} from ${what}`
        : undefined
  }
  if (payload.has('changes.draft'))
    return payload.isTrue('changes.draft.current') ? md`made a draft of ${what}` : md`marked ${what} as ready`
  if (payload.has('changes.title')) return md`renamed ${what}`
  if (payload.has('object_attributes.oldrev')) return md`pushed new commits to ${what}`
  return undefined
}
