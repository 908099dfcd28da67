import {
  connectMeetingProvider,
  createBigBlueButtonCall,
  createConstructorGroupsRoom,
  createMeeting,
  createNextcloudTalkRoom,
} from '../../src/features/integrations/video-calls/api.ts'
import { videoChatProviders } from '../../src/features/people/organization/register-constants.ts'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { part } from '../store/connection.ts'
import { c } from '../texts/cards.ts'
import { api } from '../transport/api.ts'

const chosenProvider = part<number | undefined>('realm_video_chat_provider')
const available = part<Record<string, { readonly id: number; readonly name: string }> | undefined>(
  'realm_available_video_chat_providers',
)
const jitsiServer = part<string | null | undefined>('jitsi_server_url')
const isConnected = part<boolean | undefined>('has_meetingprovider_token')
const {
  big_blue_button,
  constructor_groups,
  disabled,
  jitsi_meet,
  nextcloud_talk,
  webex,
  zoom,
  zoom_server_to_server,
} = videoChatProviders

/** The organization's service for video calls, if this server can use it. */
function provider(): { readonly id: number; readonly name: string } | undefined {
  const id = chosenProvider.value ?? disabled.id
  if (id === disabled.id || (id === jitsi_meet.id && !jitsiServer.value)) return undefined
  return Object.values(available.value ?? {}).find((one) => one.id === id)
}

export const canStartMeetings = (): boolean => provider() !== undefined

/** Creates a meeting and returns a message that links to it; undefined, with a notice, if there's none. */
export async function meetingMessage(name: string): Promise<string | undefined> {
  const one = provider()
  if (!one) return undefined
  const isAccounts = [zoom.id, zoom_server_to_server.id, webex.id].some((id) => id === one.id)
  if (isAccounts && !isConnected.peek()) {
    toast(c.connectFirst(one.name), { label: c.connect, run: () => void connect() })
    return undefined
  }
  try {
    // some services return a path on this server
    return `[${c.videoCall}](${new URL(await urlOf(one.id, name), document.baseURI).href})`
  } catch (problem) {
    showRefusal(problem)
    return undefined
  }
}

async function urlOf(id: number, name: string): Promise<string> {
  if (id === jitsi_meet.id) return `${jitsiServer.peek()}/${randomRoom()}`
  if (id === big_blue_button.id) return (await api.call(createBigBlueButtonCall, { meeting_name: name })).url
  if (id === nextcloud_talk.id) return (await api.call(createNextcloudTalkRoom, { room_name: name })).url
  if (id === constructor_groups.id) return (await api.call(createConstructorGroupsRoom, {})).url
  return (await api.call(createMeeting, {})).url
}

/** Hard to guess, because anyone who knows it can join. */
const randomRoom = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

async function connect(): Promise<void> {
  try {
    const { url } = await api.call(connectMeetingProvider, {})
    window.open(url, '_blank', 'noopener')
  } catch (problem) {
    showRefusal(problem)
  }
}
