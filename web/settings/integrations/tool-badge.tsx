import type { Integration } from '../../../src/features/integrations/incoming-webhooks/api.ts'

/** Initials on a color of its own: logos of tools are trademarks. */
export const ToolBadge = ({ tool }: { tool: Pick<Integration, 'name' | 'display_name'> }) => (
  <span class={`tool-badge is-${hueOf(tool.name)}`} aria-hidden="true">
    {initialsOf(tool.display_name)}
  </span>
)

const hues = 8
const hueOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % hues

function initialsOf(name: string): string {
  const capitals = [...name.matchAll(/\p{Lu}/gu)].map(([letter]) => letter)
  return (capitals.length > 1 ? capitals.slice(0, 2).join('') : name.slice(0, 2)) || '?'
}
