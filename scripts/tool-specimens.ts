import { renderMarkdown } from '#platform/markdown'
import { specimens } from '../src/features/integrations/incoming-webhooks/tools/specimens.ts'
import { context } from '../src/platform/markdown/fixture.ts'

interface RenderedSpecimen {
  /** The tool and its topic. */
  readonly name: string
  readonly html: string
}

/** For the workbench: the longest message of each tool's samples, by the group `tools: CATEGORY`. */
export async function specimensOfTools(): Promise<Record<string, RenderedSpecimen[]>> {
  const groups: Record<string, RenderedSpecimen[]> = {}
  for (const [{ displayName, category }, all] of await specimens()) {
    const [first] = all.toSorted((one, other) => other.content.length - one.content.length)
    if (!first) continue
    const group = groups[`tools: ${category}`] ?? []
    groups[`tools: ${category}`] = group
    group.push({ name: `${displayName}: ${first.topic}`, html: renderMarkdown(first.content, context).html })
  }
  return groups
}
