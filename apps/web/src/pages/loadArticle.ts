import type { Article } from '../messages/info/Article.ts'
import { readAtOnce } from '../ui/readAtOnce.ts'

export type InfoTopic = 'what-is' | 'how-it-works' | 'help' | 'team'

const loaders: Readonly<Record<InfoTopic, () => Promise<Article>>> = {
  'what-is': () => import('../messages/info/whatIs.ts').then((module) => module.whatIs),
  'how-it-works': () => import('../messages/info/howItWorks.ts').then((module) => module.howItWorks),
  help: () => import('../messages/info/help.ts').then((module) => module.help),
  team: () => import('../messages/info/team.ts').then((module) => module.team),
}

const loading = new Map<InfoTopic, Promise<Article>>()

/** An article, fetched once: nobody who reads one has to fetch the others. One that could not be had is asked for again. */
export function loadArticle(topic: InfoTopic): Promise<Article> {
  const known = loading.get(topic)
  if (known) return known
  const article = readAtOnce(loaders[topic]())
  loading.set(topic, article)
  article.catch(() => loading.delete(topic))
  return article
}
