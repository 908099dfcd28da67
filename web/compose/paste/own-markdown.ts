import { person } from '../../store/people.ts'
import { pageAddress } from '../../transport/place.ts'

/** Converts content copied from messages back to its source, with mentions, channels, and uploads. */
export async function ownMarkdown(root: HTMLElement): Promise<string> {
  const [{ markdownOf }, { mentionOf }] = await Promise.all([import('./markdown.ts'), import('../typeahead/people.ts')])
  return markdownOf(root, {
    origin: pageAddress(),
    mention(userId, isSilent) {
      const one = person(userId)
      return one && mentionOf(one, isSilent)
    },
  })
}
