import '../parts/dialog.css'
import '../controls/directory-rows.css'
import './directory.css'
import { useRef } from 'preact/hooks'
import { route } from '../navigation/route.ts'
import { useKeptFocus } from '../parts/kept-focus.ts'
import { later } from '../parts/later.tsx'
import { ChannelList } from './channel-list.tsx'
import { ChannelPage } from './channel-page.tsx'
import { GroupList } from './group-list.tsx'
import { GroupPage } from './group-page.tsx'
import { NewChannel } from './new-channel.tsx'

const NewGroup = later(() => import('./new-group.tsx').then((all) => all.NewGroup))

export function Directory() {
  const root = useRef<HTMLDivElement>(null)
  useKeptFocus(root)
  return (
    <div class="directory-view" ref={root}>
      <Shown />
    </div>
  )
}

function Shown() {
  const { value } = route
  switch (value.view) {
    case 'channels':
      return value.section === 'new' ? (
        <NewChannel key={value.folderId ?? 'new'} folderId={value.folderId} />
      ) : (
        <ChannelList key={value.section} section={value.section} />
      )
    case 'channel':
      return <ChannelPage key={value.channelId} channelId={value.channelId} tab={value.tab} />
    case 'groups':
      return value.section === 'new' ? <NewGroup /> : <GroupList key={value.section} section={value.section} />
    case 'group':
      return <GroupPage key={value.groupId} groupId={value.groupId} tab={value.tab} />
    default:
      return null
  }
}
