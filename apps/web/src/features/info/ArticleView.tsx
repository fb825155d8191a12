import type { ReactNode } from 'react'
import type { Article, Section } from '../../messages/info/Article.ts'
import { FigureView } from './FigureView.tsx'
import './ArticleView.css'

/** An information page: title, lead, sections. */
export function ArticleView({ article, theme }: { article: Article; theme: 'light' | 'dark' }): ReactNode {
  return (
    <article className="article">
      <h1>{article.title}</h1>
      <p className="article-lead">{article.lead}</p>
      {article.sections.map((section) => (
        <SectionView key={section.id} section={section} theme={theme} />
      ))}
    </article>
  )
}

function SectionView({
  section: { id, title, paragraphs = [], list, steps, answers, figures = [] },
  theme,
}: {
  section: Section
  theme: 'light' | 'dark'
}): ReactNode {
  return (
    <section id={id}>
      <h2>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {list ? <Lines lines={list} /> : null}
      {steps ? (
        <ol className="article-steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      ) : null}
      {answers ? (
        <dl>
          {answers.map(({ question, answer }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {figures.map((figure) => (
        <FigureView key={figure.picture} figure={figure} theme={theme} />
      ))}
    </section>
  )
}

function Lines({ lines }: { lines: readonly string[] }): ReactNode {
  return (
    <ul className="article-list">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
