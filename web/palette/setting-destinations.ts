import { goTo, hrefOf } from '../navigation/route.ts'
import { allSettings, loadSettingTexts } from '../settings/found-settings.ts'
import { routeOf } from '../settings/section.ts'
import { t } from '../texts/finding.ts'
import type { Destination } from './destinations.ts'

void loadSettingTexts()

export const settingDestinations = (): readonly Destination[] =>
  allSettings.value.map(({ section, id, label, words }) => {
    const to = routeOf(section, id)
    return {
      key: `setting ${section.key} ${id ?? ''}`,
      label,
      words,
      detail: id === undefined ? t.settings : `${t.settings} · ${section.title}`,
      mark: { sign: '⚙' },
      unread: 0,
      href: hrefOf(to),
      run: () => goTo(to),
    }
  })
