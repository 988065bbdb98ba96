import { partsOf, type ChatMessage } from 'elicitkit/client';

export const Message = ({ message }: { message: ChatMessage }) =>
  partsOf(message).map((part, index) => {
    switch (part.type) {
      case 'text':
        return <p key={index}>{part.text}</p>;
      case 'reasoning':
        return (
          <details key={index}>
            <summary>Thought</summary>
            {part.text}
          </details>
        );
      case 'source': {
        const { source } = part;
        if (source.type === 'document') return <cite key={index}>{source.title}</cite>;
        return (
          <a key={index} href={source.url} rel="noreferrer nofollow" target="_blank">
            {source.title ?? source.url}
          </a>
        );
      }
      case 'file': {
        const { url, mediaType, name = mediaType } = part.file;
        // A `data:` URL alone: the page would fetch any other address as soon as the model says it.
        const isShown = mediaType.startsWith('image/') && url.startsWith('data:');
        return isShown ? <img key={index} src={url} alt={name} /> : <p key={index}>{name}</p>;
      }
      default:
        return null;
    }
  });
