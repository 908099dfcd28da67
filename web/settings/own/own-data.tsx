import { Setting } from '../../controls/setting.tsx'
import { SettingLink } from '../../controls/setting-button.tsx'
import { ownPages } from '../../texts/own-pages.ts'

const t = ownPages

export const OwnData = () => (
  <Setting id="own-data" {...t.account['own-data']}>
    <SettingLink href="own-data.zip">{t.download}</SettingLink>
  </Setting>
)
