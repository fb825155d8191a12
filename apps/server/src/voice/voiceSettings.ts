import { setting, type SettingGroup } from '../config/setting.ts'

export const voiceSettings: SettingGroup = {
  title: 'Voice',
  settings: [
    setting('STUN_URLS', 'public ones', 'Where browsers learn their own address; `none` for none.'),
    setting('TURN_URLS', 'none', 'The relay for people behind strict networks, like `turn:voice.example:3478`.'),
    setting('TURN_SECRET', 'none', "The relay's `static-auth-secret`; people get credentials that end."),
    setting('TURN_TTL_S', '`21600`', 'How long those last.'),
    setting(
      'JANUS_URL',
      'none',
      'A Janus that carries open rooms of more than eight, to 100: its WebSocket API, like `ws://127.0.0.1:8188`.',
    ),
    setting('JANUS_SECRET', 'none', "Janus's `api_secret`."),
    setting(
      'VOICE_MESH_PEOPLE',
      '`8`',
      'With `JANUS_URL`: how many talk from browser to browser before their room goes on in Janus.',
    ),
    setting(
      'VOICE_ROOMS',
      "the page's portals",
      'Open rooms of portals whose page is handed out elsewhere, like `example-trading`.',
    ),
    setting('VOICE_SOCKETS_PER_ADDRESS', '`40` (local `20000`)', 'Open sockets of one address.'),
    setting('VOICE_JOINS_PER_MINUTE', '`60` (local `60000`)', 'Rooms that one address may join a minute.'),
  ],
}
