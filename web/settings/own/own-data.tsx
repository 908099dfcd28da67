import { Setting } from '../../controls/setting.tsx'
import { SettingLink } from '../../controls/setting-button.tsx'
import { ownPages } from '../../texts/own-pages.ts'

const t = ownPages

/** Everything of oneself, as a file. */
export const OwnData = () => (
  <Setting id="own-data" {...t.account['own-data']}>
    <SettingLink href="own-data.zip">{t.download}</SettingLink>
  </Setting>
)
