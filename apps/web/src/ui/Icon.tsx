import './Icon.css'
import type { ReactNode } from 'react'

/** An icon beside text. Hidden from screen readers, since the text says it. */
export function Icon({ name, large = false }: { name: IconName; large?: boolean }): ReactNode {
  return (
    <svg className={large ? 'icon icon-large' : 'icon'} viewBox="0 0 16 16" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  )
}

/** Outline icons in a 16 px box: one stroke width, round caps. */
export const icons = {
  refresh: 'M13.2 6.4A5.5 5.5 0 0 0 3.4 5M2.8 9.6a5.5 5.5 0 0 0 9.8 1.4M3 2v3.2h3.2M13 14v-3.2H9.8',
  check: 'M3 8.5l3.4 3.4L13 4.6',
  checkCircle: 'M14.3 8A6.3 6.3 0 1 1 1.7 8a6.3 6.3 0 0 1 12.6 0zM5.2 8.2l2 2 3.7-4.2',
  warning: 'M8 2.2l6.2 11.2H1.8zM8 6.6v3.2M8 11.6v.1',
  info: 'M14.3 8A6.3 6.3 0 1 1 1.7 8a6.3 6.3 0 0 1 12.6 0zM8 7.4v3.8M8 4.9v.1',
  failed: 'M14.3 8A6.3 6.3 0 1 1 1.7 8a6.3 6.3 0 0 1 12.6 0zM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  left: 'M10 3.5L5.5 8l4.5 4.5',
  right: 'M6 3.5L10.5 8 6 12.5',
  arrow: 'M2 8h11.5M9.5 4l4 4-4 4',
  swap: 'M2.5 5.5h10.5M10 2.5l3 3-3 3M13.5 10.5H3M6 7.6l-3 2.9 3 3',
  menu: 'M2 4.5h12M2 8h12M2 11.5h12',
  lamp: 'M5.2 2.2h5.6l2.4 6H2.8zM8 8.2v5.4M5.4 13.8h5.2',
  sun: 'M10.8 8a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0zM8 1.2v1.4M8 13.4v1.4M1.2 8h1.4M13.4 8h1.4M3.2 3.2l1 1M11.8 11.8l1 1M12.8 3.2l-1 1M4.2 11.8l-1 1',
  contrast: 'M14.3 8A6.3 6.3 0 1 1 1.7 8a6.3 6.3 0 0 1 12.6 0zM8 1.7v12.6',
  lock: 'M3.6 7.2h8.8v6.4H3.6zM5.6 7.2V5a2.4 2.4 0 0 1 4.8 0v2.2',
  wallet:
    'M2.2 4.6h10.4a1.2 1.2 0 0 1 1.2 1.2v6.4a1.2 1.2 0 0 1-1.2 1.2H3.4a1.2 1.2 0 0 1-1.2-1.2zM2.2 4.6l8-2.2v2.2M11 9v.1',
  search: 'M11.3 6.9a4.4 4.4 0 1 1-8.8 0 4.4 4.4 0 0 1 8.8 0zM10.2 10.2l3.6 3.6',
  link: 'M6.6 9.4l2.8-2.8M7.4 4.6l1.7-1.7a2.8 2.8 0 0 1 4 4l-1.7 1.7M8.6 11.4l-1.7 1.7a2.8 2.8 0 0 1-4-4l1.7-1.7',
  out: 'M6.5 3.2H3.2v9.6h9.6V9.5M9.2 2.6h4.2v4.2M13.2 2.8L7.6 8.4',
  clock: 'M14.3 8A6.3 6.3 0 1 1 1.7 8a6.3 6.3 0 0 1 12.6 0zM8 4.2V8l2.6 1.8',
  share: 'M8 10V2.4M5 5l3-3 3 3M3.4 8.4v5h9.2v-5',
  bell: 'M3.4 11.6c1-1 1.2-2.2 1.2-4.2a3.4 3.4 0 0 1 6.8 0c0 2 .2 3.2 1.2 4.2zM6.6 13.8h2.8M8 4V2.6',
  bellOn:
    'M3.4 11.6c1-1 1.2-2.2 1.2-4.2a3.4 3.4 0 0 1 6.8 0c0 2 .2 3.2 1.2 4.2zM6.6 13.8h2.8M8 4V2.6M2.2 6.6a5.8 5.8 0 0 1 1.6-3.6M13.8 6.6A5.8 5.8 0 0 0 12.2 3',
  copy: 'M5.8 5.8h7.6v7.6H5.8zM10.2 5.8V2.6H2.6v7.6h3.2',
  leave: 'M6.4 2.8H3v10.4h3.4M6.6 8h7M10.8 5.2L13.6 8l-2.8 2.8',
  microphone: 'M8 1.8a2 2 0 0 1 2 2v4a2 2 0 0 1-4 0v-4a2 2 0 0 1 2-2zM3.6 7.6a4.4 4.4 0 0 0 8.8 0M8 12v2.4',
  microphoneOff:
    'M6 5V3.8a2 2 0 0 1 4 0v3.4M6 7.4v.4a2 2 0 0 0 3 1.7M3.6 7.6a4.4 4.4 0 0 0 7 3.6M12.3 8.4l.1-.8M8 12v2.4M2.4 2.4l11.2 11.2',
  settings:
    'M2 4.6h7.4M12.6 4.6H14M2 11.4h1.4M6.6 11.4H14M12.6 4.6a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0zM6.6 11.4a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0z',
  eye: 'M1.6 8S4 3.8 8 3.8 14.4 8 14.4 8 12 12.2 8 12.2 1.6 8 1.6 8zM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  more: 'M3.2 8v.1M8 8v.1M12.8 8v.1',
} as const

export type IconName = keyof typeof icons
