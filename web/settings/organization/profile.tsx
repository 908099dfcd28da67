import { deleteIcon, deleteLogo } from '../../../src/features/people/organization-settings/pictures-api.ts'
import { LockedNote } from '../../controls/locked-note.tsx'
import { PictureField } from '../../controls/picture-field.tsx'
import { Setting, SettingGroup } from '../../controls/setting.tsx'
import { part } from '../../store/connection.ts'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { sendFile } from '../../transport/files.ts'
import { below } from '../../transport/place.ts'
import { openClosing } from './closing.tsx'
import { lockedFor } from './own-rank.ts'
import { TableParts } from './table-setting.tsx'
import './organization.css'

const logoSize = { aspect: 8, width: 800 }

export const Profile = () => (
  <>
    <TableParts page="organization-profile" />
    <SettingGroup title={o.pictures}>
      <Picture kind="icon" words={o.icon} alt={o.iconOf} aspect={1} width={200} />
      <Picture kind="logo" words={o.logo} alt={o.logoOf} {...logoSize} />
      <Picture kind="night_logo" words={o.nightLogo} alt={o.nightLogoOf} {...logoSize} />
    </SettingGroup>
    <SettingGroup title={o.closing} help={o.closingHelp}>
      <LockedNote locked={lockedFor('owner')} />
      {lockedFor('owner') === undefined && (
        <button type="button" class="button danger add" onClick={openClosing}>
          {o.close}
        </button>
      )}
    </SettingGroup>
  </>
)

const ownUrl = part<string>('realm_url')

/** The server sends absolute URLs, but the page may be open under another name of the same server. */
const hereOf = (url: string): string =>
  ownUrl.value && url.startsWith(ownUrl.value) ? below(url.slice(ownUrl.value.length)) : url

interface PictureProps {
  readonly kind: 'icon' | 'logo' | 'night_logo'
  readonly words: { readonly label: string; readonly help: string }
  readonly alt: string
  readonly aspect: number
  readonly width: number
}

function Picture({ kind, words, alt, aspect, width }: PictureProps) {
  const url = hereOf(part<string>(`realm_${kind}_url`).value ?? '')
  const hasOwn = part<string>(`realm_${kind}_source`).value === 'U'
  const night = kind === 'night_logo'
  const upload = (file: File) =>
    kind === 'icon'
      ? sendFile('POST', '/realm/icon', file)
      : sendFile('POST', '/realm/logo', file, { night: String(night) })
  const remove = () => (kind === 'icon' ? api.call(deleteIcon, {}) : api.call(deleteLogo, { night }))
  return (
    <Setting
      id={kind}
      label={words.label}
      help={words.help}
      locked={lockedFor('administrator')}
      isWide={kind !== 'icon'}
    >
      <PictureField aspect={aspect} width={width} upload={upload} remove={hasOwn ? remove : undefined}>
        {hasOwn || kind === 'icon' ? (
          <img class={`organization-picture ${kind}`} src={url} alt={alt} />
        ) : (
          <span class="soft small">{o.noLogo}</span>
        )}
      </PictureField>
    </Setting>
  )
}
