import { keptChoice } from '../store/kept-choice.ts'
import { t } from '../texts/index.ts'

/** Tabs of the inbox, by the view in their URLs: unread, for you, and all conversations. */
export const inboxTabs = ['inbox', 'catch-up', 'recent'] as const
export type InboxTab = (typeof inboxTabs)[number]

export const isInboxTab = (view: string): view is InboxTab => (inboxTabs as readonly string[]).includes(view)

export const tabNames: Readonly<Record<InboxTab, string>> = {
  inbox: t.inboxTabs.unread,
  'catch-up': t.inboxTabs.forYou,
  recent: t.inboxTabs.all,
}

export const tabTitle = (tab: InboxTab): string => `${t.inbox} · ${tabNames[tab]}`

/** The tab chosen last on this device, which the inbox opens with. */
export const [inboxTab, keepInboxTab] = keptChoice<InboxTab>(
  'inbox tab',
  (text) => inboxTabs.find((one) => one === text) ?? 'catch-up',
  (tab) => tab,
)
