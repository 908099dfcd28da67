import { type Page, pageForAnyone, Redirect } from '#platform/serve'
import { rulesPath } from '../../../sign-in/accounts/rules-field.ts'
import { entryPath, linkPath, publicPath, searchPath, sitemapPath } from './addresses.ts'
import { allChannels, channelPage, topicsPage } from './channel-pages.ts'
import { feedOfAll, feedOfChannel } from './feed-pages.ts'
import { entryPage, linkPage } from './link-pages.ts'
import { rulesPage } from './rules-pages.ts'
import { mapOfMaps, partOfMap, robots } from './search-engine-pages.ts'
import { searchPage } from './search-pages.ts'
import { messagePage, topicPage } from './topic-pages.ts'

const channel = `${publicPath}channel/:channel`

export const publicPages: readonly Page[] = [
  pageForAnyone('/robots.txt', robots),
  pageForAnyone(rulesPath, rulesPage),
  pageForAnyone('/public', () => new Redirect(publicPath)),
  pageForAnyone(publicPath, allChannels),
  pageForAnyone(`${publicPath}feed`, feedOfAll),
  pageForAnyone(sitemapPath, mapOfMaps),
  pageForAnyone(`${publicPath}sitemap/:part`, partOfMap),
  pageForAnyone(searchPath, searchPage),
  pageForAnyone(linkPath, linkPage),
  pageForAnyone(entryPath, entryPage),
  pageForAnyone(`${publicPath}message/:id`, messagePage),
  pageForAnyone(channel, channelPage),
  pageForAnyone(`${channel}/feed`, feedOfChannel),
  pageForAnyone(`${channel}/topics`, topicsPage),
  pageForAnyone(`${channel}/topic/:topic`, topicPage),
]
