import './ArticleView.css'
import type { ReactNode } from 'react'
import { pictureSizes } from './pictures/pictureSizes.ts'

/** A part of a real screen, photographed by `pnpm pictures`. */
export interface Figure {
  /** Names its files in `features/info/pictures`. */
  readonly picture: keyof typeof pictureSizes
  /** Description for screen readers. */
  readonly alt: string
  readonly caption: string
}

/** One part of a page of information: a heading, and what is said below it, in this order. */
export interface Section {
  /** Names the section in links: '/help#fees'. */
  readonly id: string
  readonly title: string
  readonly paragraphs?: readonly string[]
  /** Things side by side. */
  readonly list?: readonly string[]
  /** Things one after the other. */
  readonly steps?: readonly string[]
  /** A problem, and what to do about it. */
  readonly answers?: readonly { readonly question: string; readonly answer: string }[]
  readonly figures?: readonly Figure[]
  readonly link?: { readonly href: string; readonly text: string }
}

export interface Article {
  readonly title: string
  readonly lead: string
  /** Those that fit on a first screen, where there are more of them. */
  readonly sections: readonly Section[]
  /** Sections that follow after the first paint. */
  readonly later?: () => Promise<readonly Section[]>
}

/** An information page: title, lead, sections. */
export function ArticleView({ article }: { article: Article }): ReactNode {
  return (
    <article className="article">
      <h1>{article.title}</h1>
      <p className="article-lead">{article.lead}</p>
      {article.sections.map((section) => (
        <SectionView key={section.id} section={section} />
      ))}
    </article>
  )
}

function SectionView({
  section: { id, title, paragraphs = [], list, steps, answers, figures = [], link },
}: {
  section: Section
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
        <FigureView key={figure.picture} figure={figure} />
      ))}
      {link ? (
        <p>
          <a href={link.href} target="_blank" rel="noreferrer">
            {link.text}
          </a>
        </p>
      ) : null}
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

const files: Readonly<Record<string, string>> = import.meta.glob('./pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** A picture of a real screen, in each theme. Browsers fetch the visible one, once it is near. */
function FigureView({ figure: { picture, alt, caption } }: { figure: Figure }): ReactNode {
  const { width, height } = pictureSizes[picture]
  return (
    <figure className="article-figure">
      {(['light', 'dark'] as const).map((theme) => (
        <img
          key={theme}
          className={`of-${theme}`}
          src={files[`./pictures/${picture}-${theme}.webp`]}
          width={width}
          height={height}
          alt={alt}
          loading="lazy"
          decoding="async"
        />
      ))}
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
