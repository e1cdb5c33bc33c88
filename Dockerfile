# The bot as an image: built in one stage, run in another by a user of its own. docs/hosting.md shows how.
# The digest is that of Python 3.13.15 for every architecture.
ARG BASE=python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

FROM ${BASE} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
COPY constraints.txt ./
RUN python -m venv --without-pip /opt/skiz \
    && pip --python /opt/skiz/bin/python install --only-binary :all: --require-hashes --no-deps --requirement constraints.txt
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY cogs cogs
COPY card_images card_images
# What --version, the log, /health and /metrics name.
ARG COMMIT=
RUN printf '%s' "$COMMIT" > bot/COMMIT
RUN pip --python /opt/skiz/bin/python install --no-index --no-deps --no-build-isolation .

FROM ${BASE}
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /var/lib/skiz --shell /usr/sbin/nologin skiz \
    && install --directory --owner skiz --group skiz --mode 700 /var/lib/skiz /var/lib/skiz/data
COPY --from=build /opt/skiz /opt/skiz
ENV PATH=/opt/skiz/bin:$PATH PYTHONFAULTHANDLER=1 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
# Settings: the bot writes to its volume alone, and is asked how it is on a port of the container alone.
ENV DATABASE=data/skiz.db PICTURES=data/pictures HEALTH_PORT=8080
USER 10001
WORKDIR /var/lib/skiz
VOLUME /var/lib/skiz/data
HEALTHCHECK --interval=30s --timeout=10s --start-period=2m \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8080/health', timeout=9)"]
ENTRYPOINT ["skiz"]
CMD ["run"]
