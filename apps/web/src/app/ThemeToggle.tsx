import type { ReactNode } from 'react'
import { frameText } from '../text/frame.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useTheme } from './theme.ts'
import './ThemeToggle.css'

const faces = {
  light: { icon: 'sun', label: frameText.toLight },
  dark: { icon: 'lamp', label: frameText.toDark },
  system: { icon: 'contrast', label: frameText.toSystem },
} as const

/** The floating theme toggle: light, dark, and as the system says. It shows what it does next. */
export function ThemeToggle(): ReactNode {
  const { next, toggle } = useTheme()
  return <IconButton className="theme-toggle" {...faces[next]} onClick={toggle} />
}
