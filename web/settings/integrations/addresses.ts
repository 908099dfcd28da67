import type { SettingsRoute } from '../../narrow/settings-addresses.ts'
import { hrefOf } from '../../navigation/route.ts'

/** What the integrations page shows, by the last part of its URL. */
export type IntegrationPlace =
  | { readonly kind: 'list' }
  | { readonly kind: 'tools'; readonly bot?: number }
  | { readonly kind: 'outgoing' }
  | { readonly kind: 'new'; readonly tool: string; readonly bot?: number }
  | { readonly kind: 'bot'; readonly bot: number; readonly tool?: string }

const outgoing = 'new-outgoing'

export function placeOf(detail: string): IntegrationPlace {
  const [, isNew, id, tool] = /^(new)?-?(\d+)?-?([a-z][a-z0-9_]*)?$/.exec(detail) ?? []
  const bot = id === undefined ? {} : { bot: Number(id) }
  if (detail === outgoing) return { kind: 'outgoing' }
  if (isNew) return tool ? { kind: 'new', tool, ...bot } : { kind: 'tools', ...bot }
  return id === undefined ? { kind: 'list' } : { kind: 'bot', bot: Number(id), ...(tool && { tool }) }
}

export function routeOf(place: IntegrationPlace): SettingsRoute {
  if (place.kind === 'outgoing') return { view: 'organization', section: 'integrations', detail: outgoing }
  const parts =
    place.kind === 'list'
      ? []
      : [place.kind === 'bot' ? '' : 'new', place.bot, 'tool' in place ? place.tool : ''].filter(Boolean)
  return { view: 'organization', section: 'integrations', detail: parts.join('-') }
}

export const hrefOfPlace = (place: IntegrationPlace): string => hrefOf(routeOf(place))
