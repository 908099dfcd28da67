import { person } from '../../store/people.ts'
import { pageAddress } from '../../transport/place.ts'

/** Markdown of content that comes from this client's messages: mentions, channels and uploads become what was typed. */
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
